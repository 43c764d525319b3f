-- When the running round of a department's count began: nobody has seen a card of this round before.
alter table check_dept add column round_at timestamp with time zone;
alter table check_dept no force row level security;
alter table check_task no force row level security;
update check_dept d set round_at = coalesce(k.started_at, d.created_at) from check_task k where k.tenant_id = d.tenant_id and k.id = d.check_id;
alter table check_dept force row level security;
alter table check_task force row level security;
-- A line has one review for each result that contradicts its own.
create unique index check_review_open_once on check_review (tenant_id, line_id, scan_result) where review_status = 'open';
drop index check_review_line;
create index check_scan_code on check_scan (tenant_id, check_id, code);
create index check_line_place on check_line (tenant_id, check_id, book_location_id);
