// One chunk for the browser: only the page's language is ever fetched. Long texts that one page shows stay out of it.
import accounts from '#shared/messages/en/accounts.json'
import errors from '#shared/messages/en/errors.json'
import site from '#shared/messages/en/site.json'
import tools from '#shared/messages/en/tools.json'

export default { accounts, errors, site, tools }
