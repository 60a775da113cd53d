-- Orders page by page: what somebody looked at and did not pay (PENDING, CANCELED) is in no list, and may be a hundred times as much.

create index payment_order_shown on public.payment_order (user_id, id desc) where status not in ('PENDING', 'CANCELED');
