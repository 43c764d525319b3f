-- The rule by which a process acted on behalf of the person of the event; null: the person acted.
alter table audit_event add column by_rule text;
-- Notes of refused operations, counted by person and day.
create index audit_event_noted on audit_event (tenant_id, actor_id, at) where verb = 'note';
