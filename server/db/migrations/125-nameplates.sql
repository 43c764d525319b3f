-- What a nameplate says of a device beside its identity.
alter table device add column made_date date, add column rated_power text;
