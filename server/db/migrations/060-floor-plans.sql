-- Pictures of floors with the rooms drawn on them.
create table floor_plan (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  plan_title text not null,
  floor_id uuid not null,
  picture uuid[] not null,
  room_count integer,
  search text generated always as (lower(coalesce(plan_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table floor_plan add constraint floor_plan_floor_id_fk foreign key (tenant_id, floor_id) references location (tenant_id, id);
create index floor_plan_floor_id on floor_plan (tenant_id, floor_id);
create unique index floor_plan_of_floor on floor_plan (tenant_id, floor_id) where not is_deleted;
alter table floor_plan enable row level security;
alter table floor_plan force row level security;
create policy tenant on floor_plan using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger floor_plan_names after update on floor_plan deferrable initially deferred
  for each row when (old.plan_title is distinct from new.plan_title) execute function bump_names();
create constraint trigger floor_plan_names_gone after delete on floor_plan deferrable initially deferred for each row execute function bump_names();
create trigger floor_plan_live_insert after insert on floor_plan referencing new table as n for each statement execute function live_change('floorPlan', '');
create trigger floor_plan_live_update after update on floor_plan referencing new table as n old table as o for each statement execute function live_change('floorPlan', '');
create trigger floor_plan_live_delete after delete on floor_plan referencing old table as o for each statement execute function live_change('floorPlan', '');
create function floor_plan_plan_title() returns trigger language plpgsql as $$ begin
  new.plan_title := left(concat_ws(' ', (select l.full_name from public.location l where l.tenant_id = new.tenant_id and l.id = new.floor_id)), 260);
  return new;
end $$;
create trigger floor_plan_plan_title before insert or update on floor_plan for each row execute function floor_plan_plan_title();
create function floor_plan_plan_title_by_floor_id() returns trigger language plpgsql as $$ begin
  update public.floor_plan set floor_id = floor_id where tenant_id = new.tenant_id and floor_id = new.id;
  return null;
end $$;
create trigger floor_plan_plan_title_by_floor_id after update on location for each row when (old.full_name is distinct from new.full_name) execute function floor_plan_plan_title_by_floor_id();

create table floor_plan_room (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  room_title text not null,
  plan_id uuid not null,
  room_id uuid not null,
  outline text not null,
  primary key (tenant_id, id)
);
alter table floor_plan_room add constraint floor_plan_room_plan_id_fk foreign key (tenant_id, plan_id) references floor_plan (tenant_id, id);
alter table floor_plan_room add constraint floor_plan_room_once unique (tenant_id, plan_id, room_id);
create index floor_plan_room_plan_id on floor_plan_room (tenant_id, plan_id);
alter table floor_plan_room add constraint floor_plan_room_room_id_fk foreign key (tenant_id, room_id) references location (tenant_id, id);
create index floor_plan_room_room_id on floor_plan_room (tenant_id, room_id);
alter table floor_plan_room enable row level security;
alter table floor_plan_room force row level security;
create policy tenant on floor_plan_room using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger floor_plan_room_live_insert after insert on floor_plan_room referencing new table as n for each statement execute function live_change('floorPlanRoom', '');
create trigger floor_plan_room_live_update after update on floor_plan_room referencing new table as n old table as o for each statement execute function live_change('floorPlanRoom', '');
create trigger floor_plan_room_live_delete after delete on floor_plan_room referencing old table as o for each statement execute function live_change('floorPlanRoom', '');
create function floor_plan_room_room_title() returns trigger language plpgsql as $$ begin
  new.room_title := left(concat_ws(' ', (select l.full_name from public.location l where l.tenant_id = new.tenant_id and l.id = new.room_id)), 260);
  return new;
end $$;
create trigger floor_plan_room_room_title before insert or update on floor_plan_room for each row execute function floor_plan_room_room_title();
create function floor_plan_room_room_title_by_room_id() returns trigger language plpgsql as $$ begin
  update public.floor_plan_room set room_id = room_id where tenant_id = new.tenant_id and room_id = new.id;
  return null;
end $$;
create trigger floor_plan_room_room_title_by_room_id after update on location for each row when (old.full_name is distinct from new.full_name) execute function floor_plan_room_room_title_by_room_id();
