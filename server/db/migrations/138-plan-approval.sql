-- Plans of providers above the limit of a hospital wait for an approval.
alter table service_order add column plan_level text;
alter table service_order add column approval_node text;
update service_order set plan_level = 'within' where share_state = 'planned';
