-- A page of the list is thirty rows out of an index that has them in order. For narrow filters the planner would rather collect all
-- rows that match by bitmaps, with workers of their own, and sort them: at 100,000 prompts that was the slowest of all lists.
alter function private.list_ids(private.prompt_filter, integer) set enable_bitmapscan = off;
alter function private.list_ids(private.prompt_filter, integer) set max_parallel_workers_per_gather = 0;
alter function private.find_by_walk(private.prompt_filter, text, text, integer, integer) set enable_bitmapscan = off;
alter function private.find_by_walk(private.prompt_filter, text, text, integer, integer) set max_parallel_workers_per_gather = 0;
-- Starting workers costs more than they save where an index answers.
alter function private.find_by_pairs(private.prompt_filter, text, text, text, integer[], integer) set max_parallel_workers_per_gather = 0;
