-- How long the writing of an import is expected to take, and what the writing took, from which the next one is expected.
alter table import_job
  add column expected_seconds integer,
  add column timings jsonb not null default '{}';
