// One chunk for the browser: it loads only the page's language. The messages of single screens are in their chunks
// (useOwnWords).
import errors from '#shared/messages/ko/errors.json'
import site from '#shared/messages/ko/site.json'
import tools from '#shared/messages/ko/tools.json'

export default { errors, site, tools }
