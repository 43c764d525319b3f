-- The rule by which a process acted on behalf of the person of the event; null: the person acted.
alter table audit_event add column by_rule text;
