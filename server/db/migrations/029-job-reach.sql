-- What its person saw of the records in its file, so that the file is not given out when they see less.
alter table background_job add column reach text;
