import { Button } from '@mantine/core'
import type { ErrorCode } from '#shared/errors.ts'
import { linksMax } from '#shared/links.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { useTranslation } from '#app/session/words.tsx'
import type { LinkItem, ToolLinks } from './use-links.ts'
import styles from './link-list.module.css'

/** The links in a form: the content read from each, why one could not be read, and a button to leave it out (T16). */
export default function LinkList({ links }: { links: ToolLinks }) {
  const { t, language } = useTranslation('forms', 'errors')
  return (
    <section aria-label={t('forms.link.label')}>
      <p className={styles.label}>{t('forms.link.label')}</p>
      {links.needsPlan && (
        <p className={`u-middle-row ${styles.note}`}>
          {t('forms.link.plan')}{' '}
          <LinkButton to={`/${language}/price`} size="sm">
            {t('tools.plans')}
          </LinkButton>
        </p>
      )}
      {links.isTooMany && (
        <p className={styles.error} role="alert">
          {t('errors.too_many_links', { count: linksMax })}
        </p>
      )}
      <ul className="u-bare-list">
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
  const { t } = useTranslation('forms', 'errors')
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
            aria-label={t(isLeftOut ? 'forms.link.takeNamed' : 'forms.link.leaveNamed', { name })}
            onClick={() => (isLeftOut ? links.takeBack(url) : links.leave(url))}
          >
            {t(isLeftOut ? 'forms.link.take' : 'forms.link.leave')}
          </Button>
        )}
      </div>
      {preview && !isLeftOut && <p className={styles.excerpt}>{preview.excerpt}</p>}
      <p className={styles.facts} role="status">
        {preview && <span>{preview.site}</span>}
        {isLeftOut ? (
          <span>{t('forms.link.leftOut')}</span>
        ) : preview ? (
          <span>{t('forms.link.read', { count: preview.characters })}</span>
        ) : (
          state.kind !== 'failed' &&
          !links.needsPlan && <span>{t(`forms.link.${state.kind as 'waiting'}`)}</span>
        )}
      </p>
      {state.kind === 'failed' && !isLeftOut && (
        <div className={styles.failure} role="alert">
          <span className={styles.error}>{t(`errors.${state.code}`)}</span>
          {mayPass.includes(state.code) && (
            <Button variant="default" size="sm" onClick={() => links.read(url)}>
              {t('forms.link.again')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
