-- Links that most rows leave empty: an entry for each empty one costs every write of the row, and nobody looks for the empty ones alone. PostgreSQL uses such
-- an index for a value, a list of values, a join and the check of a foreign key, as each of them says that the link is not empty.
do $$ declare one record; begin
  for one in
    select t.name, unnest(t.links) as link from (values
      ('device', array['parent_id', 'borrow_dept_id', 'provider_id']),
      ('device_apply', array['location_id', 'use_location_id', 'old_use_dept_id', 'old_use_location_id', 'keeper_id', 'decided_by_id']),
      ('device_use', array['from_location_id', 'to_location_id', 'to_keeper_id', 'giver_id', 'receiver_id', 'repair_id']),
      ('flow_task', array['after_id', 'added_to_id', 'instead_of_id']),
      ('flow_record', array['to_user_id'])) t(name, links)
  loop
    execute format('drop index %I', one.name || '_' || one.link);
    execute format('create index %I on %I (tenant_id, %I) where %3$I is not null', one.name || '_' || one.link, one.name, one.link);
  end loop;
end $$;
drop index device_asset_tag_no;
create index device_asset_tag_no on device (tenant_id, asset_tag_no) where not is_deleted and asset_tag_no is not null;

-- `notice_newest` begins with the same columns.
drop index notice_user_id;

-- Room in a page lets a new version of a card stand beside the former one, without an entry in any index, where nothing indexed has changed.
alter table device set (fillfactor = 85);
