/**
 * Start-up settings of every connection that writes or compares values as text: what the log says and what a query says
 * about the same value are then the same letters, whatever the database or role is set to.
 */
export const textSettings =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex'
