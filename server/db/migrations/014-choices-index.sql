-- Five choices of a list with a moment: their cards stand together in the order of the list, so that neither their count nor their first page passes over others.
create index device_by_choices on device (tenant_id, eam_status, filing_status, risk_level, origin, fund_source, created_at desc, id desc)
  include (use_dept_id, classify_id, assets_category_id, important_classification) where not is_deleted;
