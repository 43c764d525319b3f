-- What happened stays as it was written: events are only added to, whoever asks. A restore fills the table with its triggers off.
create function keep_audit_event() returns trigger language plpgsql as $$ begin
  raise exception 'events are kept' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_event_kept before update or delete on audit_event for each row execute function keep_audit_event();
