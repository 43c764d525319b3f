-- Lists in order of names and makers read their index: Chinese by pinyin, numbers by their value.
drop index device_by_name;
drop index device_by_maker;
create index device_by_name on device (tenant_id, device_name collate names, id) include (use_dept_id) where not is_deleted;
create index device_by_maker on device (tenant_id, manufacturer collate names, id) include (use_dept_id) where not is_deleted;
