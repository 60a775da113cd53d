// The demo writer's sentences in Spanish, French, German and Russian: one impersonal text per language, with an ending
// for each tone.
import type { OutputLanguage } from '#shared/tools.ts'
import type { PlainPhrases } from './demo-phrases.ts'

export const westernPhrases = {
  Spanish: {
    headings: [
      'Otra mirada a {topic}',
      'Lo que muestra el material',
      'Preguntas previas',
      'Un orden de trabajo',
      'Para {target}',
      'Lo que se suele pasar por alto',
      'Para terminar',
    ],
    titles: [
      'Lo que conviene saber antes de empezar: {topic}',
      '{topic}: por dónde empezar',
      'Primeros pasos: {topic}',
      '{topic}, paso a paso',
      '{topic}: un camino que dura',
    ],
    opening:
      'No es fácil resumir {topic} de una sola vez: lo que ya se sabe convive con lo que solo se supone. Este artículo no empieza por las conclusiones, sino por aquello que el material permite afirmar, punto por punto.',
    facts: [
      'El material recibido contiene varios puntos que merecen atención.',
      'El archivo adjunto, «{file}», también se recibió como material.',
      'Por separado parecen datos sueltos; leídos juntos, ofrecen un criterio para valorar {topic}.',
    ],
    questions: [
      'Si todavía no hay material concreto, basta con responder a estas preguntas.',
      '¿Qué se espera conseguir con {topic}?',
      '¿Qué se sabe ya y qué falta por comprobar?',
      '¿Qué debería hacer quien lea el texto?',
    ],
    steps: [
      'Con el contenido reunido, llega el momento de ordenarlo.',
      'Escribir en una sola frase la idea más importante.',
      'Comprobar los datos que la apoyan y anotar la fuente.',
      'Buscar lo que falta y añadir solo lo necesario.',
      'Releer con ojos nuevos y cambiar lo que resulte difícil.',
    ],
    reader:
      'Si el texto es para {target}, conviene partir de una situación conocida y avanzar poco a poco hacia lo nuevo, con una sola idea en cada párrafo.',
    pitfalls:
      'Con prisa es fácil dar por cierto algo que nadie ha comprobado. Las cifras, las fechas y los nombres se verifican siempre en la fuente original.',
    ending: {
      formal:
        'Un solo artículo no agota {topic}. Esperamos que este orden le sirva como un primer paso fiable.',
      informal:
        'Con {topic} no se termina en un día, y está bien así. Quédate con lo que ordenaste hoy y la próxima vez te costará menos.',
    },
    tags: ['escritura', 'guía', 'primeros pasos', 'ideas'],
  },
  French: {
    headings: [
      'Un autre regard sur {topic}',
      'Ce que montrent les documents',
      'Les questions à se poser',
      'Procéder dans l’ordre',
      'Pour {target}',
      'Ce que l’on oublie souvent',
      'Pour conclure',
    ],
    titles: [
      'Ce qu’il faut savoir avant de commencer : {topic}',
      '{topic} : par où commencer',
      'Premiers pas : {topic}',
      '{topic}, étape par étape',
      '{topic} : une démarche qui dure',
    ],
    opening:
      'Il est difficile de résumer {topic} d’un seul trait : ce que l’on sait se mêle à ce que l’on suppose. Cet article ne part pas des conclusions, mais de ce que les documents permettent d’affirmer, point par point.',
    facts: [
      'Les documents fournis contiennent plusieurs points qui méritent l’attention.',
      'Le fichier joint, « {file} », a également été reçu.',
      'Pris séparément, ils semblent sans lien ; lus ensemble, ils donnent un repère pour juger {topic}.',
    ],
    questions: [
      'En l’absence de documents précis, il suffit de répondre à ces questions.',
      'Qu’attend-on de {topic} ?',
      'Que sait-on déjà, et que reste-t-il à vérifier ?',
      'Que devrait faire la personne qui lira ce texte ?',
    ],
    steps: [
      'Une fois le contenu réuni, il reste à l’ordonner.',
      'Écrire l’idée principale en une seule phrase.',
      'Vérifier les éléments qui l’appuient et noter la source.',
      'Repérer ce qui manque et n’ajouter que le nécessaire.',
      'Relire avec un œil neuf et remplacer ce qui est difficile.',
    ],
    reader:
      'Si le texte s’adresse à {target}, mieux vaut partir d’une situation familière et avancer peu à peu vers la nouveauté, avec une seule idée par paragraphe.',
    pitfalls:
      'Dans la hâte, on présente facilement comme un fait ce que personne n’a vérifié. Chiffres, dates et noms se contrôlent toujours à la source.',
    ending: {
      formal: 'Un seul article n’épuise pas {topic}. Puisse cet ordre vous servir de premier repère fiable.',
      informal:
        'On ne fait pas le tour de {topic} en une fois, et c’est très bien. Garde ce que tu as mis en ordre aujourd’hui, la suite sera plus simple.',
    },
    tags: ['écriture', 'guide', 'premiers pas', 'idées'],
  },
  German: {
    headings: [
      '{topic} neu betrachtet',
      'Was das Material zeigt',
      'Fragen vor dem Anfang',
      'Schritt für Schritt',
      'Für {target}',
      'Was leicht übersehen wird',
      'Zum Schluss',
    ],
    titles: [
      'Was man vor dem Anfang wissen sollte: {topic}',
      '{topic}: Wo fängt man an?',
      'Einstieg: {topic}',
      '{topic}, Schritt für Schritt',
      '{topic}: ein Weg, der trägt',
    ],
    opening:
      'Manches Thema lässt sich nicht in einem Satz fassen, und {topic} gehört dazu: Gesichertes steht neben bloß Vermutetem. Dieser Artikel beginnt deshalb nicht mit dem Ergebnis, sondern mit dem, was das Material hergibt, Punkt für Punkt.',
    facts: [
      'Im vorliegenden Material fallen mehrere Punkte auf.',
      'Auch die angehängte Datei „{file}“ liegt als Material vor.',
      'Einzeln wirken sie wie lose Angaben; nebeneinander gelesen ergeben sie einen Maßstab für {topic}.',
    ],
    questions: [
      'Liegt noch kein Material vor, genügen zunächst diese Fragen.',
      'Was soll {topic} bewirken?',
      'Was ist bekannt, und was muss noch geprüft werden?',
      'Was soll nach dem Lesen geschehen?',
    ],
    steps: [
      'Ist der Inhalt beisammen, geht es um die Reihenfolge.',
      'Das Wichtigste in einem einzigen Satz festhalten.',
      'Die Belege für diesen Satz prüfen und die Quelle notieren.',
      'Fehlendes erkennen und nur das Nötige ergänzen.',
      'Mit fremden Augen lesen und Schwieriges ersetzen.',
    ],
    reader:
      'Richtet sich der Text an {target}, beginnt er am besten mit einer vertrauten Situation und führt von dort zum Neuen, mit einem Gedanken je Absatz.',
    pitfalls:
      'In der Eile wird leicht als Tatsache ausgegeben, was niemand geprüft hat. Zahlen, Daten und Namen gehören immer an der Quelle nachgesehen.',
    ending: {
      formal:
        'Ein einzelner Artikel erschöpft {topic} nicht. Möge Ihnen diese Ordnung als verlässlicher erster Schritt dienen.',
      informal:
        'Mit {topic} ist man nicht an einem Tag fertig, und das macht nichts. Nimm mit, was du heute geordnet hast, dann wird es beim nächsten Mal leichter.',
    },
    tags: ['Schreiben', 'Leitfaden', 'Einstieg', 'Ideen'],
  },
  Russian: {
    headings: [
      '{topic}: свежий взгляд',
      'Что показывают материалы',
      'Вопросы перед началом',
      'По порядку',
      'Читатель: {target}',
      'Что легко упустить',
      'В заключение',
    ],
    titles: [
      'Что нужно знать до начала: {topic}',
      '{topic}: с чего начать',
      'Первые шаги: {topic}',
      '{topic}: шаг за шагом',
      '{topic}: подход надолго',
    ],
    opening:
      'Тему «{topic}» трудно охватить сразу: известное смешивается с тем, что пока лишь предполагается. Поэтому статья начинается не с выводов, а с того, что позволяют утверждать имеющиеся материалы.',
    facts: [
      'В полученных материалах стоит обратить внимание на следующее.',
      'Приложенный файл «{file}» также принят как материал.',
      'По отдельности это разрозненные сведения; вместе они дают мерку для темы «{topic}».',
    ],
    questions: [
      'Если материалов пока нет, достаточно ответить на такие вопросы.',
      'Чего хочется добиться? Тема: {topic}.',
      'Что уже известно, а что ещё нужно проверить?',
      'Что читатель сделает после прочтения?',
    ],
    steps: [
      'Когда содержание собрано, остаётся выстроить порядок.',
      'Записать самое важное одним предложением.',
      'Проверить подтверждения и указать источник.',
      'Найти недостающее и добавить только необходимое.',
      'Перечитать свежим взглядом и заменить трудные места.',
    ],
    reader:
      'Если текст предназначен для определённого читателя ({target}), лучше начать со знакомой ситуации и постепенно перейти к новому: одна мысль на абзац.',
    pitfalls:
      'В спешке легко выдать непроверенное за факт. Цифры, даты и имена всегда сверяют с первоисточником.',
    ending: {
      formal:
        'Одна статья не исчерпывает тему «{topic}». Надеемся, что этот порядок послужит Вам надёжным первым шагом.',
      informal:
        'За один раз тему «{topic}» не закрыть, и это нормально. Возьми с собой то, что удалось разложить сегодня, дальше будет легче.',
    },
    tags: ['тексты', 'руководство', 'первые шаги', 'идеи'],
  },
} satisfies Partial<Record<OutputLanguage, PlainPhrases>>
