// The demo writer's sentences in the other eight languages: one impersonal text each, and an ending in either tone.
import type { OutputLanguage, Tone } from '#shared/tools.ts'
import { richPhrases, type DemoPhrases } from './demo-phrases.ts'

type Plain = {
  headings: [
    opening: string,
    facts: string,
    questions: string,
    steps: string,
    reader: string,
    pitfalls: string,
    ending: string,
  ]
  titles: DemoPhrases['titles']
  opening: string
  facts: [lead: string, file: string, end: string]
  questions: [lead: string, ...string[]]
  steps: [lead: string, ...string[]]
  reader: string
  pitfalls: string
  ending: { formal: string; informal: string }
  tags: string[]
}

const plain: Record<Exclude<OutputLanguage, 'Korean' | 'English'>, Plain> = {
  Japanese: {
    headings: [
      '{topic}を見つめ直す',
      '資料からわかること',
      'はじめに確かめたいこと',
      '進め方の順序',
      '{target}に向けて',
      '見落としやすい点',
      'おわりに',
    ],
    titles: [
      '{topic}を始める前に知っておきたいこと',
      '{topic}、どこから手をつけるか',
      'はじめての{topic}',
      '{topic}を理解するための順序',
      '{topic}と長く付き合うために',
    ],
    opening:
      '{topic}は、一度に全体をつかむことが難しいテーマです。すでに知っていることと、まだ確かめていないことが混ざっているからです。この記事では、手元の資料で確認できることから一つずつ整理していきます。',
    facts: [
      'いただいた資料の中で、注目したい点は次のとおりです。',
      '添付されたファイル「{file}」も資料として受け取りました。',
      'それぞれは小さな事実でも、並べて読むと{topic}を考えるための基準になります。',
    ],
    questions: [
      '具体的な資料がまだない場合は、次の問いから始めるとよいでしょう。',
      '{topic}を通して何を得たいのか。',
      'すでに知っていることと、確認が必要なことは何か。',
      '読んだ人に何をしてほしいのか。',
    ],
    steps: [
      '内容が集まったら、順序を決めます。',
      'いちばん伝えたいことを一文で書く。',
      'その一文を支える資料を確かめ、出典を残す。',
      '足りないところを見つけ、必要な分だけ補う。',
      '初めて読む人の目で読み返し、難しい表現を直す。',
    ],
    reader:
      '読み手が{target}であれば、身近な場面から始めて、なじみのない話へ少しずつ進むと伝わりやすくなります。一つの段落には一つの話題だけを置きます。',
    pitfalls:
      '急いで書くと、確かめていない内容を事実のように書いてしまいがちです。数字や日付、名前は必ず元の資料で確認します。',
    ending: {
      formal:
        '{topic}は一つの記事で語り尽くせるものではありません。本稿の整理が、次の一歩の助けとなれば幸いです。',
      informal:
        '{topic}の話はここで終わりではありません。今日整理したことだけでも持ち帰って、次に少しずつ足していきましょう。',
    },
    tags: ['文章', '整理', '入門', 'ガイド'],
  },
  Chinese: {
    headings: [
      '重新认识{topic}',
      '资料告诉我们什么',
      '先想清楚的问题',
      '一步一步来',
      '写给{target}',
      '容易忽略的地方',
      '结语',
    ],
    titles: [
      '开始之前：关于{topic}要知道的事',
      '{topic}，该从哪里入手',
      '{topic}入门指南',
      '分步理解{topic}',
      '如何把{topic}长期坚持下去',
    ],
    opening:
      '{topic}很难一下子看清全貌，因为已经知道的和尚未核实的内容常常混在一起。本文不急于下结论，而是从手头资料能够确认的部分开始，逐一整理。',
    facts: [
      '所提供的资料中，有以下几点值得留意。',
      '随附的文件“{file}”也已作为资料收到。',
      '分开来看，它们只是零散的事实；放在一起，便成为判断{topic}的标准。',
    ],
    questions: [
      '如果还没有具体资料，可以先回答下面的问题。',
      '希望通过{topic}得到什么？',
      '哪些已经知道，哪些还需要核实？',
      '读者读完之后应当做什么？',
    ],
    steps: [
      '内容收集好之后，接下来就是安排顺序。',
      '用一句话写下最重要的内容。',
      '核实支持这句话的资料，并记下出处。',
      '找出缺少的部分，只补充必要的内容。',
      '以初次阅读者的眼光重读，改掉难懂的表达。',
    ],
    reader: '如果读者是{target}，不妨从熟悉的场景写起，再慢慢过渡到陌生的概念，每一段只讲一件事。',
    pitfalls: '写得太急，容易把没有核实的内容当成事实。数字、日期和名称一定要回到原始资料中确认。',
    ending: {
      formal: '一篇文章无法穷尽{topic}。希望本文的梳理能为您的下一步提供参考。',
      informal: '关于{topic}，今天先聊到这里。带走一点点，下次你会轻松很多。',
    },
    tags: ['写作', '整理', '入门', '指南'],
  },
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
  Arabic: {
    headings: [
      'نظرة جديدة إلى {topic}',
      'ما تقوله المواد',
      'أسئلة قبل البداية',
      'خطوة بعد خطوة',
      'القارئ: {target}',
      'ما يسهل إغفاله',
      'خاتمة',
    ],
    titles: [
      'ما ينبغي معرفته قبل البدء: {topic}',
      '{topic}: من أين نبدأ',
      'الخطوات الأولى: {topic}',
      '{topic} خطوة بخطوة',
      '{topic}: طريق يدوم',
    ],
    opening:
      'من الصعب الإحاطة بموضوع «{topic}» دفعة واحدة، لأن المعروف يختلط فيه بما لم يُتحقق منه بعد. لذلك لا يبدأ هذا المقال بالنتائج، بل بما تسمح المواد المتوفرة بقوله، نقطة بعد نقطة.',
    facts: [
      'في المواد المقدمة نقاط تستحق الانتباه.',
      'وصل كذلك الملف المرفق «{file}» بوصفه مادة لهذا المقال.',
      'تبدو هذه النقاط متفرقة، لكن قراءتها معًا تعطي معيارًا للنظر في «{topic}».',
    ],
    questions: [
      'إذا لم تتوفر مواد محددة بعد، فتكفي الإجابة عن هذه الأسئلة.',
      'ما المطلوب تحقيقه من «{topic}»؟',
      'ما المعروف الآن، وما الذي يحتاج إلى تحقق؟',
      'ماذا سيفعل القارئ بعد القراءة؟',
    ],
    steps: [
      'بعد جمع المحتوى يأتي ترتيبه.',
      'كتابة أهم فكرة في جملة واحدة.',
      'التحقق مما يدعمها وتسجيل المصدر.',
      'معرفة ما ينقص وإضافة الضروري فقط.',
      'إعادة القراءة بعين جديدة وتبسيط الصعب.',
    ],
    reader:
      'إذا كان النص موجهًا إلى قارئ محدد ({target})، فالأفضل البدء بموقف مألوف ثم الانتقال إلى الجديد، مع فكرة واحدة في كل فقرة.',
    pitfalls:
      'مع العجلة يسهل تقديم ما لم يُتحقق منه على أنه حقيقة. الأرقام والتواريخ والأسماء تُراجع دائمًا في مصدرها.',
    ending: {
      formal: 'لا يستوفي مقال واحد موضوع «{topic}». نأمل أن يكون هذا الترتيب خطوة أولى موثوقة لكم.',
      informal:
        'لن ينتهي الحديث عن «{topic}» في جلسة واحدة، ولا بأس بذلك. خذ معك ما رتبته اليوم، وستكون المرة القادمة أسهل.',
    },
    tags: ['كتابة', 'دليل', 'بداية', 'أفكار'],
  },
  Hindi: {
    headings: [
      '{topic}: एक नई नज़र',
      'सामग्री क्या बताती है',
      'शुरू करने से पहले के सवाल',
      'क्रम से आगे बढ़ना',
      'पाठक: {target}',
      'जो अक्सर छूट जाता है',
      'अंत में',
    ],
    titles: [
      'शुरू करने से पहले जानने की बातें: {topic}',
      '{topic}: शुरुआत कहाँ से करें',
      'पहले क़दम: {topic}',
      '{topic}: क़दम दर क़दम',
      '{topic}: लंबे समय तक चलने वाला तरीक़ा',
    ],
    opening:
      '“{topic}” जैसे विषय को एक बार में समेटना कठिन है, क्योंकि जो मालूम है और जो केवल अनुमान है, दोनों आपस में मिल जाते हैं। इसलिए यह लेख निष्कर्ष से नहीं, बल्कि उपलब्ध सामग्री से शुरू होता है और एक-एक बात पर आगे बढ़ता है।',
    facts: [
      'दी गई सामग्री में इन बातों पर ध्यान देना चाहिए।',
      'संलग्न फ़ाइल “{file}” भी सामग्री के रूप में मिली है।',
      'अलग-अलग देखने पर ये बिखरी बातें लगती हैं, साथ पढ़ने पर “{topic}” को परखने की कसौटी बन जाती हैं।',
    ],
    questions: [
      'अगर अभी कोई ठोस सामग्री नहीं है, तो इन सवालों के उत्तर काफ़ी हैं।',
      '“{topic}” से क्या पाना है?',
      'क्या मालूम है और किसकी पुष्टि बाक़ी है?',
      'पढ़ने के बाद पाठक क्या करेगा?',
    ],
    steps: [
      'सामग्री जुट जाए तो क्रम तय करने की बारी आती है।',
      'सबसे ज़रूरी बात एक वाक्य में लिखना।',
      'उसके आधार की पुष्टि करना और स्रोत लिखना।',
      'जो छूट गया है उसे पहचानकर केवल ज़रूरी बात जोड़ना।',
      'नए पाठक की नज़र से पढ़कर कठिन शब्द बदलना।',
    ],
    reader:
      'यदि पाठक तय है ({target}), तो परिचित स्थिति से शुरू करके धीरे-धीरे नई बात तक पहुँचना अच्छा रहता है। हर अनुच्छेद में एक ही विचार रहे।',
    pitfalls:
      'जल्दबाज़ी में बिना जाँची बात भी तथ्य की तरह लिख दी जाती है। संख्याएँ, तारीख़ें और नाम हमेशा मूल स्रोत से मिलाने चाहिए।',
    ending: {
      formal: 'एक लेख में “{topic}” पूरा नहीं हो सकता। आशा है कि यह क्रम आपके लिए एक भरोसेमंद पहला क़दम होगा।',
      informal:
        '“{topic}” की बात एक बार में पूरी नहीं होती, और यह ठीक है। आज जितना समझा, उतना साथ रखो, अगली बार आसान लगेगा।',
    },
    tags: ['लेखन', 'मार्गदर्शिका', 'शुरुआत', 'विचार'],
  },
}

/** A custom tone is learned from a person's own texts, which the demo writer cannot do: it then writes informally. */
export function demoPhrases(language: OutputLanguage, tone: Tone): DemoPhrases {
  const rich = richPhrases[language]
  if (rich) return tone === 'formal' ? rich.formal : rich.informal
  const words = plain[language as keyof typeof plain]
  const [opening, facts, questions, steps, reader, pitfalls, ending] = words.headings
  return {
    headings: { opening, facts, questions, steps, reader, pitfalls, ending },
    titles: words.titles,
    opening: [words.opening],
    factsLead: words.facts[0],
    file: words.facts[1],
    factsEnd: words.facts[2],
    questionsLead: words.questions[0],
    questions: words.questions.slice(1),
    stepsLead: words.steps[0],
    steps: words.steps.slice(1),
    reader: [words.reader],
    pitfalls: [words.pitfalls],
    ending: [tone === 'formal' ? words.ending.formal : words.ending.informal],
    tags: words.tags,
  }
}
