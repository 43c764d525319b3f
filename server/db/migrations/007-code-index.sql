-- A scanned code may be the number of the finance department, which is typed and so not unique; it is found by an index like the others.
create index device_assets_code on device (tenant_id, assets_code) where not is_deleted;
