-- Boards, first pages and measures count repairs by state, department and urgency and read how fast they were acknowledged: an index that holds what they ask
-- for is read instead of the orders, whose rows are wide.
drop index repair_order_reported;
create index repair_order_reported on repair_order (tenant_id, reported_at) include (repair_status, use_dept_id, accepted_at, total_cost) where not is_deleted;
create index repair_order_state on repair_order (tenant_id, repair_status, reported_at) include (use_dept_id, urgency, is_stopped) where not is_deleted;

-- Cards that were ever shared or marked: a few, whose counts are told by the entries of these indexes, and of the other cards by all less these.
create index device_shared on device (tenant_id, is_shared, eam_status) include (use_dept_id) where is_shared is not null and not is_deleted;
create index device_marked on device (tenant_id, is_marked, eam_status) include (use_dept_id) where is_marked is not null and not is_deleted;
