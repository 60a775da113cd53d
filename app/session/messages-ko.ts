// One chunk for the browser: only the page's language is ever fetched. Long texts that one page shows stay out of it.
import accounts from '#shared/messages/ko/accounts.json'
import errors from '#shared/messages/ko/errors.json'
import site from '#shared/messages/ko/site.json'
import tools from '#shared/messages/ko/tools.json'

export default { accounts, errors, site, tools }
