-- Metrology that was collected and waits for its result is open as well: the dispatch board reads it.
drop index measure_record_open;
create index measure_record_open on measure_record (tenant_id, record_status) where record_status in ('planned', 'sent', 'returned') and not is_deleted;
