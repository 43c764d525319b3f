-- What one person has sent in is found, and its oldest entries are let go, without passing over everybody else's.
create index client_log_by_user on client_log (tenant_id, user_id, created_at desc, id desc);
