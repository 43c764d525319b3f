-- Boards that people compose themselves, and the roles that they share them with.
create table own_board (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  board_name text not null,
  owner_id uuid,
  theme text not null,
  in_turn smallint,
  roles uuid[],
  panels jsonb,
  images uuid[],
  search text generated always as (search_form(coalesce(board_name, '')) || pinyin_form(coalesce(board_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table own_board add constraint own_board_owner_id_fk foreign key (tenant_id, owner_id) references app_user (tenant_id, id);
create index own_board_owner_id on own_board (tenant_id, owner_id);
select enable_tenant_table('own_board', 'ownBoard', '', 'board_name');
