"""Run the migrations on the connection and in the transaction that scorebook.database opens."""

from alembic import context

from scorekeeper.scorebook.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
