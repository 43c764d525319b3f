-- The record of the register that the row of a file is: only who sees it reads the title of the row.
alter table import_file add column record_id uuid;
