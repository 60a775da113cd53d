/** Where people write to us. `.example` is reserved (RFC 2606): an operator puts the real address here before opening. */
export const contactAddress = 'help@munjang.example'
