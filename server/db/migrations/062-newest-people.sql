-- The list of people begins with the newest, of a hundred thousand as of ten.
create index app_user_newest on app_user (tenant_id, created_at desc, id desc) where not is_deleted;
