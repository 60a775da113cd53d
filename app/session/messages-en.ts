// One chunk for the browser: it loads only the page's language. The messages of single screens are in their chunks
// (useOwnWords).
import errors from '#shared/messages/en/errors.json'
import site from '#shared/messages/en/site.json'
import tools from '#shared/messages/en/tools.json'

export default { errors, site, tools }
