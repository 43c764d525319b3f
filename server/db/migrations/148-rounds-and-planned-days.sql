-- Stops that no one visited before their round was cancelled.
alter table round_stop no force row level security;
alter table round_stop disable trigger user;
update round_stop s set stop_status = 'cancelled' from round_task r
  where r.tenant_id = s.tenant_id and r.id = s.task_id and r.round_status = 'cancelled' and s.stop_status = 'open';
alter table round_stop enable trigger user;
alter table round_stop force row level security;

-- The day that is planned for work beside the day on which it is due. Phones have none until a person plans one, so that no row is sent again.
alter table quality_card add column planned_on date;
alter table checklist_task add column planned_on date;
alter table measure_record add column planned_on date;
