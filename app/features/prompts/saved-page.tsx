import { Button } from '@mantine/core'
import { useSupabase } from '#app/session/use-api.ts'
import { promptListPath } from '#app/session/prompt-list-path.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { listSavedPrompts, type LinePage } from './author-data.ts'
import { useLibraryWords } from './library-words.ts'
import { MyHeader } from './my-header.tsx'
import { PromptCards } from './prompt-card.tsx'
import { savePrompt, type CategoryLabels, type PromptLine } from './prompts-data.ts'
import { useErrorToast } from '#app/session/use-error-toast.ts'
import { useLinePages } from './use-line-pages.ts'
import frame from '#app/ui/frame.module.css'
import styles from './my-page.module.css'

/** The member's saved prompts (P26). A removal is immediate and can be undone. */
export function SavedPromptsPage({ page, labels }: { page: LinePage<PromptLine>; labels: CategoryLabels }) {
  const { t, language } = useLibraryWords()
  const list = useLinePages(page, listSavedPrompts)
  const unsave = useUnsave(list)
  const isEmpty = list.lines.length === 0 && !list.hasMore
  return (
    <div className={frame.wide}>
      <MyHeader lead={isEmpty ? null : t('library.my.savedLead', { count: list.total })} />
      {isEmpty ? (
        <div className={styles.empty}>
          <p>{t('library.my.savedEmpty')}</p>
          <LinkButton to={promptListPath(language)}>{t('library.my.savedEmptyAction')}</LinkButton>
        </div>
      ) : (
        <div className={styles.cards}>
          <PromptCards
            lines={list.lines}
            labels={labels}
            label={t('library.my.saved')}
            action={(line) => (
              <Button
                variant="subtle"
                size="sm"
                aria-label={t('library.my.unsaveLabel', { title: line.title })}
                onClick={() => void unsave(line)}
              >
                {t('library.my.unsave')}
              </Button>
            )}
          />
        </div>
      )}
      {list.hasMore && (
        <Button
          variant="default"
          className={styles.more ?? ''}
          loading={list.isLoading}
          onClick={() => void list.loadMore()}
        >
          {t('library.my.more')}
        </Button>
      )}
    </div>
  )
}

function useUnsave(list: ReturnType<typeof useLinePages<PromptLine>>) {
  const { t } = useLibraryWords()
  const getSupabase = useSupabase()
  const fail = useErrorToast()
  /** Shows the wanted state immediately, and reverts it on failure. */
  const set = async (line: PromptLine, place: number, isSaved: boolean): Promise<boolean> => {
    const show = (isShown: boolean) => (isShown ? list.putBack(line, place) : list.remove(line.id))
    show(isSaved)
    try {
      await savePrompt(await getSupabase(), line.id, isSaved)
      return true
    } catch (error) {
      show(!isSaved)
      fail(error)
      return false
    }
  }
  return async (line: PromptLine) => {
    const place = list.lines.indexOf(line)
    if (!(await set(line, place, false))) return
    showToast({
      message: t('library.my.unsaved'),
      action: { label: t('library.my.undo'), run: () => void set(line, place, true) },
    })
  }
}
