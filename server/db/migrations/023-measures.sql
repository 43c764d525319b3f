-- What measures group by beside the kept counts: cards by age, purchase, place and supplier are added up from an index alone, repairs are read by
-- the time of their report.
create index device_by_enable on device (tenant_id, enable_date) include (use_dept_id, original_value) where not is_deleted;
create index device_by_purchase on device (tenant_id, purchase_date) include (use_dept_id, original_value) where not is_deleted;
create index device_by_place on device (tenant_id, location_id) include (use_dept_id, original_value) where not is_deleted;
create index repair_order_reported on repair_order (tenant_id, reported_at) where not is_deleted;
-- Cards of a place are found by the index above.
drop index device_location_id;
