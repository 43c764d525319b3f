-- Positions, announcements, clients, regions, organisations by domain, registrations, merged departments.
create table post (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  post_name text not null,
  post_code text not null,
  category text not null,
  sort integer,
  is_sealed smallint,
  remark text,
  search text generated always as (lower(coalesce(post_name, '') || '|' || coalesce(post_code, ''))) stored,
  primary key (tenant_id, id)
);
create unique index post_post_code_once on post (tenant_id, post_code) where not is_deleted;
alter table post enable row level security;
alter table post force row level security;
create policy tenant on post using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger post_names after update on post deferrable initially deferred
  for each row when (old.post_name is distinct from new.post_name) execute function bump_names();
create constraint trigger post_names_gone after delete on post deferrable initially deferred for each row execute function bump_names();
create trigger post_live_insert after insert on post referencing new table as n for each statement execute function live_change('post', '');
create trigger post_live_update after update on post referencing new table as n old table as o for each statement execute function live_change('post', '');
create trigger post_live_delete after delete on post referencing old table as o for each statement execute function live_change('post', '');

create table announcement (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  title text not null,
  category text not null,
  content text not null,
  audience text not null,
  depts uuid[],
  roles uuid[],
  persons uuid[],
  release_time timestamp with time zone,
  end_time timestamp with time zone,
  sent_at timestamp with time zone,
  search text generated always as (lower(coalesce(title, ''))) stored,
  primary key (tenant_id, id)
);

alter table announcement enable row level security;
alter table announcement force row level security;
create policy tenant on announcement using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger announcement_names after update on announcement deferrable initially deferred
  for each row when (old.title is distinct from new.title) execute function bump_names();
create constraint trigger announcement_names_gone after delete on announcement deferrable initially deferred for each row execute function bump_names();
create trigger announcement_live_insert after insert on announcement referencing new table as n for each statement execute function live_change('announcement', '');
create trigger announcement_live_update after update on announcement referencing new table as n old table as o for each statement execute function live_change('announcement', '');
create trigger announcement_live_delete after delete on announcement referencing old table as o for each statement execute function live_change('announcement', '');

create table oauth_client (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  client_id text not null,
  remark text,
  authorized_grant_types text[] not null,
  access_token_validity integer,
  refresh_token_validity integer,
  is_stopped smallint,
  secret_set_at timestamp with time zone,
  secret_hash bytea not null,
  search text generated always as (lower(coalesce(client_id, '') || '|' || coalesce(remark, ''))) stored,
  primary key (tenant_id, id)
);
create unique index oauth_client_client_id_once on oauth_client (tenant_id, client_id) where not is_deleted;
alter table oauth_client enable row level security;
alter table oauth_client force row level security;
create policy tenant on oauth_client using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger oauth_client_names after update on oauth_client deferrable initially deferred
  for each row when (old.client_id is distinct from new.client_id) execute function bump_names();
create constraint trigger oauth_client_names_gone after delete on oauth_client deferrable initially deferred for each row execute function bump_names();
create trigger oauth_client_live_insert after insert on oauth_client referencing new table as n for each statement execute function live_change('oauthClient', '');
create trigger oauth_client_live_update after update on oauth_client referencing new table as n old table as o for each statement execute function live_change('oauthClient', '');
create trigger oauth_client_live_delete after delete on oauth_client referencing old table as o for each statement execute function live_change('oauthClient', '');

-- Announcements that are to be sent, for the job that looks every minute.
create index announcement_waiting on announcement (tenant_id, release_time) where sent_at is null and not is_deleted;
-- Who was told of an announcement.
create index notice_announcement on notice (tenant_id, target_id) where target = 'announcement';

alter table app_user add column post_id uuid[];

-- The program that opened a session; none: our own pages.
alter table session add column oauth_client text;

-- Our own pages, and the front ends of the given calls with the id and secret that those publish: in a page both are known to all.
do $$ declare before text := current_setting('app.tenant', true); begin
  perform set_config('app.tenant', '000000', true);
  insert into oauth_client (tenant_id, id, client_id, remark, authorized_grant_types, secret_set_at, secret_hash)
  select '000000', gen_random_uuid(), v.id, v.remark, '{password,captcha,refresh_token,switch_token}', now(), sha256(convert_to(v.secret, 'UTF8'))
  from (values ('web', 'web_secret', '本系统页面'), ('saber', 'saber_secret', 'Saber'), ('saber3', 'saber3_secret', 'Saber 3')) v(id, secret, remark);
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- The page by whose name a hospital signs in.
alter table tenant add column domain text;
create unique index tenant_domain_once on tenant (lower(domain));
-- Whether people may ask for an account there.
alter table tenant add column takes_registrations smallint not null default 0;



-- Divisions of the country; the program fills them at its first start.
create table region (
  id uuid not null unique default gen_random_uuid(),
  code text primary key,
  parent_code text references region (code),
  name text not null,
  region_level smallint not null,
  sort integer,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index region_parent on region (parent_code);
alter table region enable row level security;
alter table region force row level security;
create policy read on region for select using (true);
create policy add on region for insert with check ((select current_setting('app.tenant', true)) = '000000');
create policy change on region for update using ((select current_setting('app.tenant', true)) = '000000');
create policy remove on region for delete using ((select current_setting('app.tenant', true)) = '000000');

-- How another program knows a person.
create table user_platform (
  tenant_id text collate "C" not null,
  user_id uuid not null,
  user_type smallint not null,
  user_ext text,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  constraint user_platform_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id)
);
alter table user_platform enable row level security;
alter table user_platform force row level security;
create policy tenant on user_platform using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

do $$ declare one record; top uuid; before text := current_setting('app.tenant', true); begin
  perform set_config('app.tenant', '000000', true);
  for one in select * from (values
      ('post_category', null, '岗位类型', 'Kinds of positions', 30), ('post_category', '1', '高层', 'Senior', 1),
      ('post_category', '2', '中层', 'Middle', 2), ('post_category', '3', '基层', 'Junior', 3), ('post_category', '4', '其他', 'Other', 4),
      ('notice', null, '通知类型', 'Kinds of announcements', 40), ('notice', '1', '发布通知', 'Announcement', 1),
      ('notice', '2', '批转通知', 'Endorsed and forwarded', 2), ('notice', '3', '转发通知', 'Forwarded', 3), ('notice', '4', '指示通知', 'Instruction', 4),
      ('notice', '5', '任免通知', 'Appointment', 5), ('notice', '6', '事务通知', 'Routine matter', 6)) v(code, key, zh, en, sort) loop
    if one.key is null then top := gen_random_uuid(); end if;
    insert into dict (id, parent_id, code, dict_key, dict_value, dict_value_en, sort)
    values (case when one.key is null then top else gen_random_uuid() end, case when one.key is null then null else top end, one.code, one.key, one.zh, one.en, one.sort);
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

create table registration (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  account text not null,
  real_name text not null,
  state text not null,
  decider_id uuid,
  decided_at timestamp with time zone,
  password_hash text not null,
  search text generated always as (lower(coalesce(account, '') || '|' || coalesce(real_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table registration add constraint registration_decider_id_fk foreign key (tenant_id, decider_id) references app_user (tenant_id, id);
create index registration_decider_id on registration (tenant_id, decider_id);
alter table registration enable row level security;
alter table registration force row level security;
create policy tenant on registration using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger registration_live_insert after insert on registration referencing new table as n for each statement execute function live_change('registration', '');
create trigger registration_live_update after update on registration referencing new table as n old table as o for each statement execute function live_change('registration', '');
create trigger registration_live_delete after delete on registration referencing old table as o for each statement execute function live_change('registration', '');

