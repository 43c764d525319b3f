-- Plans that waited for a confirmation before there was a limit. The update in 138 ran under row level security and changed no row.
alter table service_order no force row level security;
alter table service_order disable trigger user;
update service_order set plan_level = 'within' where share_state = 'planned' and plan_level is null;
alter table service_order enable trigger user;
alter table service_order force row level security;
