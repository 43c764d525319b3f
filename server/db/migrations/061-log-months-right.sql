-- Only who keeps the logs drops their months: a session of the web program makes and drops none. The roles get their right at each start.
revoke execute on function keep_log_months(integer) from public;
revoke execute on function make_log_month(text, timestamp with time zone) from public;
