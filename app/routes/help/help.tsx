import { Button } from '@mantine/core'
import { useState } from 'react'
import { Form, Link } from 'react-router'
import { PageHead } from '#app/session/page-head.tsx'
import { requestSession } from '#app/session/session.ts'
import { TextField } from '#app/ui/fields.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/help'
import { findTopics } from './find-topics.ts'
import { getHelp, type HelpDocument, type HelpExample } from './help.server.ts'
import styles from './help.module.css'

export function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(requestSession)
  return { help: getHelp(language), path: `/${language}/help`, typed: url.searchParams.get('q') ?? '' }
}

/** The help: topics to read, filtered by the input. Without scripts the form sends the filter to the server. */
export default function Help({ loaderData }: Route.ComponentProps) {
  const { help, path } = loaderData
  const [typed, setTyped] = useState(loaderData.typed)
  const topics = findTopics(help.topics, typed)
  return (
    <article className={styles.page}>
      <PageHead title={help.title} description={help.description} path={path} />
      <h1>{help.title}</h1>
      <p className="u-muted u-mt2">{help.lead}</p>
      <Form action={path} className={styles.search} role="search" preventScrollReset>
        <TextField name="q" label={help.search} type="search" value={typed} onChange={setTyped} />
        <Button type="submit" variant="default">
          {help.submit}
        </Button>
      </Form>
      <nav aria-label={help.title}>
        <ul className={styles.contents}>
          {topics.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <p role="status" className={styles.none}>
        {topics.length === 0 && help.none}
      </p>
      {topics.map(({ id, title, text, link, examples }) => (
        <section key={id} id={id} className={styles.topic}>
          <h2>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {examples.length > 0 && <Examples examples={examples} help={help} />}
          {link && <Link to={link.to}>{link.label}</Link>}
        </section>
      ))}
      <LinkButton to={path.replace(/help$/, 'contact')}>{help.contact}</LinkButton>
    </article>
  )
}

function Examples({ examples, help }: { examples: readonly HelpExample[]; help: HelpDocument }) {
  return (
    <>
      <h3 className="u-title4 u-mt5">{help.examplesTitle}</h3>
      <ul className={styles.examples}>
        {examples.map(({ tool, wrote, title, got, to }) => (
          <li key={tool}>
            <h4>{tool}</h4>
            <dl>
              <dt>{help.wrote}</dt>
              <dd className={styles.wrote}>{wrote}</dd>
              <dt>{help.got}</dt>
              <dd>
                <b>{title}</b>
                <br />
                {got}
              </dd>
            </dl>
            <Link to={to} aria-label={`${help.seeExample}: ${tool}`}>
              {help.seeExample}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
