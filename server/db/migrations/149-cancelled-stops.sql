-- Stops that no one visited before their round was cancelled. The update in 148 saw no round under row level security and changed no stop.
alter table round_task no force row level security;
alter table round_stop no force row level security;
alter table round_stop disable trigger user;
update round_stop s set stop_status = 'cancelled' from round_task r
  where r.tenant_id = s.tenant_id and r.id = s.task_id and r.round_status = 'cancelled' and s.stop_status = 'open';
alter table round_stop enable trigger user;
alter table round_stop force row level security;
alter table round_task force row level security;
