"""The triggers that guard the ledger and players' words, as the newest migration leaves them."""

TRIGGERS = {
    "revision_no_update": """CREATE TRIGGER revision_no_update BEFORE UPDATE ON revision
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
    "revision_no_delete": """CREATE TRIGGER revision_no_delete BEFORE DELETE ON revision
WHEN (SELECT deleted_at FROM circle WHERE id = OLD.circle_id) IS NULL
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
    "revision_no_replace": """CREATE TRIGGER revision_no_replace BEFORE INSERT ON revision
WHEN EXISTS (
  SELECT 1 FROM revision
  WHERE id = NEW.id OR (match_id = NEW.match_id AND seq = NEW.seq)
)
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
    "circle_stays_deleted": """CREATE TRIGGER circle_stays_deleted BEFORE UPDATE ON circle
WHEN NEW.id <> OLD.id OR (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'a circle keeps its id, and stays deleted once it is');
END""",
    "circle_no_delete": """CREATE TRIGGER circle_no_delete BEFORE DELETE ON circle
WHEN EXISTS (SELECT 1 FROM revision WHERE circle_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'revisions are append-only');
END""",
    "stance_no_update": """CREATE TRIGGER stance_no_update BEFORE UPDATE ON stance
WHEN (
  NEW.id, NEW.uid, NEW.circle_id, NEW.match_id, NEW.round_no,
  NEW.seq, NEW.kind, NEW.player_id, NEW.device, NEW.at
) IS NOT (
  OLD.id, OLD.uid, OLD.circle_id, OLD.match_id, OLD.round_no,
  OLD.seq, OLD.kind, OLD.player_id, OLD.device, OLD.at
)
OR (NEW.text IS NOT OLD.text AND NEW.text IS NOT NULL)
OR (
  (NEW.withdrawn_at, NEW.withdrawn_by) IS NOT (OLD.withdrawn_at, OLD.withdrawn_by)
  AND (OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'what was said is only taken back, or its text erased');
END""",
    "stance_no_delete": """CREATE TRIGGER stance_no_delete BEFORE DELETE ON stance
WHEN (SELECT deleted_at FROM circle WHERE id = OLD.circle_id) IS NULL
BEGIN
  SELECT RAISE(ABORT, 'what was said is only taken back, or its text erased');
END""",
    "stance_no_replace": """CREATE TRIGGER stance_no_replace BEFORE INSERT ON stance
WHEN EXISTS (SELECT 1 FROM stance WHERE id = NEW.id OR uid = NEW.uid)
BEGIN
  SELECT RAISE(ABORT, 'what was said is only taken back, or its text erased');
END""",
}
