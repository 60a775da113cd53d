// One chunk for the browser: only the page's language is ever fetched. Words that some screens alone need come with those (useOwnWords).
import errors from '#shared/messages/ko/errors.json'
import site from '#shared/messages/ko/site.json'
import tools from '#shared/messages/ko/tools.json'

export default { errors, site, tools }
