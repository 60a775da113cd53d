import { Button } from '@mantine/core'
import type { ErrorCode } from '#shared/errors.ts'
import { linksMax } from '#shared/links.ts'
import { useWords } from '#app/session/words.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { LinkItem, ToolLinks } from './use-links.ts'
import styles from './link-list.module.css'

/** The links that a form names: what was read of each, why one could not be, and a way to leave it out (T16). */
export default function LinkList({ links }: { links: ToolLinks }) {
  const { t, language } = useWords()
  return (
    <section aria-label={t('tools.form.link.label')}>
      <p className={styles.label}>{t('tools.form.link.label')}</p>
      {links.needsPlan && (
        <p className={styles.note}>
          {t('tools.form.link.plan')}{' '}
          <LinkButton to={`/${language}/price`} size="sm">
            {t('tools.noTokens.plans')}
          </LinkButton>
        </p>
      )}
      {links.isTooMany && (
        <p className={styles.error} role="alert">
          {t('errors.too_many_links', { count: linksMax })}
        </p>
      )}
      <ul className={styles.links}>
        {links.items.map((item) => (
          <LinkLine key={item.url} item={item} links={links} />
        ))}
      </ul>
    </section>
  )
}

/** Failures that another try may not meet. */
const mayPass: readonly ErrorCode[] = [
  'link_timeout',
  'link_unreachable',
  'too_many_requests',
  'unavailable',
  'try_again',
]

function LinkLine({ item, links }: { item: LinkItem; links: ToolLinks }) {
  const { t } = useWords()
  const { url, isLeftOut, state } = item
  const preview = state.kind === 'read' ? state.preview : null
  const name = preview?.title ?? url.replace(/^https?:\/\/(?:www\.)?/i, '')
  return (
    <li className={styles.link} data-left={isLeftOut || undefined}>
      <div className={styles.head}>
        <p className={styles.name} title={url}>
          {name}
        </p>
        {!links.needsPlan && (
          <Button
            variant="subtle"
            size="sm"
            aria-label={t(isLeftOut ? 'tools.form.link.takeNamed' : 'tools.form.link.leaveNamed', { name })}
            onClick={() => (isLeftOut ? links.takeBack(url) : links.leave(url))}
          >
            {t(isLeftOut ? 'tools.form.link.take' : 'tools.form.link.leave')}
          </Button>
        )}
      </div>
      {preview && !isLeftOut && <p className={styles.excerpt}>{preview.excerpt}</p>}
      <p className={styles.facts} role="status">
        {preview && <span>{preview.site}</span>}
        {isLeftOut ? (
          <span>{t('tools.form.link.leftOut')}</span>
        ) : preview ? (
          <span>{t('tools.form.link.read', { count: preview.characters })}</span>
        ) : (
          state.kind !== 'failed' &&
          !links.needsPlan && <span>{t(`tools.form.link.${state.kind as 'waiting'}`)}</span>
        )}
      </p>
      {state.kind === 'failed' && !isLeftOut && (
        <div className={styles.failure} role="alert">
          <span className={styles.error}>{t(`errors.${state.code}`)}</span>
          {mayPass.includes(state.code) && (
            <Button variant="default" size="sm" onClick={() => links.read(url)}>
              {t('tools.form.link.again')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
