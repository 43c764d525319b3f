-- A name that says what the function does: row level security of a tenant's table, and the triggers that tell of its changes.
alter function fence_table(regclass, text, text, text) rename to enable_tenant_table;
