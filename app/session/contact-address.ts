/**
 * The contact address of the site. `.example` is reserved (RFC 2606): an operator sets the real address before opening.
 */
export const contactAddress = 'help@munjang.example'
