-- Whether an item is found by search and in its parent's records alone, outside the side bar.
alter table menu add column is_search_only smallint;
