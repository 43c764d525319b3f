-- The program makes the title of an application where none is typed.
alter table device_apply alter column apply_title drop not null;
