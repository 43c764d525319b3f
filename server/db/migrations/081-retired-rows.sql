-- Rows that stay where links name them and are no longer offered; the department that another was merged into.
alter table dept add column merged_into_id uuid;
alter table dept add constraint dept_merged_into_id_fk foreign key (tenant_id, merged_into_id) references dept (tenant_id, id);
create index dept_merged_into_id on dept (tenant_id, merged_into_id);
alter table warehouse add column is_inactive smallint;
alter table location add column is_inactive smallint;
alter table device_class add column is_inactive smallint;
alter table assets_category add column is_inactive smallint;
alter table measure_catalog add column is_inactive smallint;
alter table supplier add column is_inactive smallint, add column is_blacklisted smallint;
