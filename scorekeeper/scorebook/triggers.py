"""The triggers that guard the ledger, as the newest migration leaves them."""

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
}
