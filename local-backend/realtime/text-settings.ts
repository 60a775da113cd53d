/**
 * Start-up settings of every connection that writes or compares values as text. They make the WAL and queries write the
 * same text for a value, whatever settings the database or role has.
 */
export const textSettings =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex'
