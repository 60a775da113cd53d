-- The sign-up gift is for a person and not for an account: what remains of a deleted one is kept for good, and not until it may come back.

comment on table private.deleted_identity is
  'Keyed hashes of provider and subject of accounts that were deleted. They may sign up again after `until`, and then without the gift (B18, M14). Nothing leads from here to an account.';
drop index private.deleted_identity_until;
