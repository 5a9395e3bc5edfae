"""Common verbs of French, Spanish, Italian and Portuguese by what they take: stems by class, irregular forms in full.

A stem after a colon is that of the present. Verbs are listed under what can be asked of them; NOTHING holds the rest.
"""

from __future__ import annotations

PARTICIPLES = {
    "fr": r"[a-zà-ÿ]{2,}(?:ées?|és?|ies?|ues?|uites?|uits?|ertes?|erts?|ises?|is|us|ites?|its?|aites?|aits?|intes?|ints?|orts?|ortes?)$",
    "es": r"[a-zà-ÿ]{2,}(?:ad[oa]s?|id[oa]s?|íd[oa]s?|uest[oa]s?|ert[oa]s?|scrit[oa]s?|rot[oa]s?|ech[oa]s?|ich[oa]s?|ist[oa]s?)$",
    "it": r"[a-zà-ÿ]{2,}(?:at[oaie]|it[oaie]|ut[oaie]|tt[oaie]|st[oaie]|rt[oaie]|s[oaie]|nt[oaie])$",
    "pt": r"[a-zà-ÿ]{2,}(?:ad[oa]s?|id[oa]s?|íd[oa]s?|ost[oa]s?|ert[oa]s?|scrit[oa]s?|eit[oa]s?|it[oa]s?|isto|ist[oa]s?|ag[oa]s?|gast[oa]s?)$",
}
INFINITIVES = {
    "fr": r"[a-zà-ÿ]{2,}(?:er|ir|oir|[dtvuî]re|[a-z]ire|[ao]indre)",
    "es": r"[a-zà-ÿ]+(?:ar|er|ir|ír)(?:se)?",
    "it": r"[a-zà-ÿ]{2,}(?:are|ere|ire|urre|orre|arre|arsi|ersi|irsi)",
    "pt": r"[a-zà-ÿ]*(?:ar|er|ir|or|ôr)(?:-se)?",
}

STEMS: dict[str, dict[str, dict[str, str]]] = {
    "fr": {
        "OBJECT": {
            "er": "achet:achèt accept adopt annul appliqu approuv apport autoris aid cach calcul chass chauff collect command "
            "compar condamn consacr consomm contrôl coup cré cultiv décrypt dépens désign dessin détect développ distribu donn "
            "élabor élev:élèv employ:emploi emprunt enseign enregistr exécut exploit export fabriqu financ fourn form forg "
            "gagn gard gâch gér:gèr hébérg illustr import impos install instaur invent invit jet:jett lanc laiss limit livr lou "
            "mang manqu mélang men:mèn mont nettoy:nettoi organis pay:pai perc plant port posséd:possèd pratiqu prélev:prélèv "
            "prépar présent prêt prolong protég:protèg publi récolt récupér:récupèr refus rejet:rejett remplac renouvel:renouvell "
            "répar report représent réserv retrouv réveil rêv risqu sauv sépar signal sign soign subventionn support surveill "
            "taill termin tir transform transport travers trouv utilis valid vers",
            "ir": "accompl bât chois défin établ fourn garant réun rempl rétabl sais subi",
        },
        "VIEW": {
            "er": "affirm annonc assur conseill critiqu demand dénonc espér:espèr estim exig expliqu montr observ pens préconis "
            "préfér:préfèr précis propos racont rappel:rappell recommand redout regrett réclam répèt souhait soulign suggér:suggèr "
            "suppos",
        },
        "PRICE": {"er": "coût"},
        "TIME": {"er": "dur"},
        "SIZE": {"er": "mesur pes:pès"},
        "ORIGIN": {"er": "dat"},
        "PARTS": {"er": "désign intègr"},
        "NOTHING": {
            "er": "accus aid appel:appell arrêt avanc brûl cess chang charg chant cherch collabor contribu dans débord déclar défil déménag dessin discut dispos domin écoul empêch engag équip évit exist figur fêt gliss grill hésit impliqu intéress lutt manifest nag oscill précéd:précèd provoqu rassembl rayonn résist respir répét salu souffl séch:sèch subsist suscit téléphon témoign touch traîn vari vot accélér:accélèr accompagn accus aim allum arriv augment baiss circul commenc compt continu décid demeur démarr "
            "diminu échang éclair écout enseign entr envoi évolu ferm flott fonctionn frapp habit inaugur influenc jou "
            "jug jur long march mêl not nourr occup pass parl particip permet plong pouss press profit quitt ramen:ramèn "
            "recul refroid regard remont rencontr rentr repos rest retard rest roul sembl serr sonn stagn survoll tomb tourn "
            "travaill trembl vid voyag alli alarm lev:lèv dirig termin grimp ressembl resta reven",
            "ir": "ag ralent grand vieill réuss fin noirc roug pour roul brun mûr fleur rétréc",
        },
    },
    "es": {
        "OBJECT": {
            "ar": "abon aconsej adelant adjudic administr adopt alquil ampli anot anunci apadrin aport aplic aprob:aprueb aprovech arregl "
            "arrastr ataca ayud calcul cambi cant captur celebr cerr:cierr cobr coloc compr condicion confirm conquist conserv "
            "consult control cort cre cultiv cuid dej descart destin dibuj dise diseñ don edit elabor emple encarg encontr:encuentr "
            "enseñ entreg envi escuch espant estudi evit examin export extrai fabric factur festej financi firm fund gan gast gestion "
            "grab guard hall hered impuls inaugur inform instal inspeccion invent invit junt lanz lav levant limpi llev mand "
            "manej mejor mostr:muestr negoci nombr observ ocup ocult organiz otorg pag patent pint plant prepar present prest "
            "prolong prob:prueb public quem quit realiz rebaj recaud rechaz recomiend recuper redact reform regal reg:rieg registr "
            "renov:renuev repar repas represent reserv rest restaur retir rescat sac salv seleccion señal sembr:siembr suspend subvencion sustituy tall "
            "termin toc tom trabaj traslad us utiliz valor vigil",
            "er": "beb com conced escog establec favorec mov:muev ofrec perd:pierd plant proteg recog romp tej vend",
            "ir": "añad constru:construy cubr dirig divid escrib exhib imped:impid impart permit recib reduc repart repet:repit serv:sirv "
            "sustitu:sustituy transmit un",
        },
        "VIEW": {
            "ar": "afirm asegur confi consider critic declar denunci dese especul esper estim explic lament opin propugn recalc "
            "reclam recomend:recomiend reproch señal solicit subray sugier advirt",
            "er": "cre tem promet",
            "ir": "exig ped:pid adverti adv suger:sugier admit",
        },
        "PRICE": {"ar": "cost:cuest"},
        "TIME": {"ar": "dur"},
        "SIZE": {"ar": "pes", "ir": "med:mid"},
        "ORIGIN": {"ar": "dat"},
        "PARTS": {"ir": "inclu:incluy", "ar": "signific abarc"},
        "NOTHING": {
            "ar": "abandon acab actu acord acerc aliment apart ador agot arrest atraves:atravies aument baj baraj bast caminar cans "
            "carg colabor coment comenz:comienz convers corr cruz demostr:demuestr deposit descans desgast despert:despiert detall "
            "discrep empez:empiez entr escasead estropea evolucion exist falt forma form funcion gir habl habit implic intent "
            "jug:jueg junt lleg lider llor mir mont nad necesit necesit nad oxid par particip pas pele penetr pens:piens peg qued qued regres "
            "reun salt salud sembr sob son:suen supon tard tard trat trasmit viaj viv vol:vuel vot aguant abastec renunci",
            "er": "aprend aparec atend:atiend coc:cuec crec conoc corr deb desaparec depend entend:entiend florec merec nac naci necesit "
            "permanec pertenec sorprend volv:vuelv",
            "ir": "abr acud adquir:adquier asist conduc conviv coincid cumpl decid defin discut divert dorm:duerm exist fund herv:hierv "
            "insist invert:inviert llov mor:muer ocurr part prefer:prefier produc reun refer:refier resid sal sent:sient segu:sigu sub sufr surg viv",
        },
    },
    "it": {
        "OBJECT": {
            "are": "abbandon accompagn acquist adopt adott affid aiut aliment allev amministr ampli analizz apport approv archivi arrest "
            "assegn aument avvi ball calcol cambi cancell celebr cerc chiam colleg coltiv compens compil complet compr condanna confezion consegn "
            "conserv consum controll coordin cre cucin cur decor dedic deline deposit dipint disegn distribu distric don educ elabor elimin "
            "esamin esegu esport fabbric fatic finanzi fond form fotograf gestisc govern guadagn guid illustr impar impieg import imprest inaugur "
            "incaric indic ingaggi innaffi insegn install intervist invent invit lasc lav lev liber limit lucid mangi mescol migliora "
            "mostr neg negozi nomin occup offr ordin organizz osserv pag pesc piant port prenot prepar present prest progett prolung "
            "propagand pubblic raccogli rappresent realizz recuper regal registr rest restaur rilasc rimand rinnov rinvi ripar riport risan "
            "risparmi ritir salv sal sequestr sfrutt sostitu sped spost sprec stamp stanzi stud studi taglia taglia tagli tocc trasform trasport "
            "trov us utilizz valut vendemmi vers viet",
            "ere": "acc accend assum cog conced difend perd prend promett protegg raccolg rend richied riceve ricev scegli scriv sostien spend "
            "stend tegge tend vend vinc",
            "ire": "apr copr cuc offr segu serv vest",
            "isc": "attribu constru contribu costitu costru distribu defin fin forn garant gest imped pul restitu sostitu stabil un",
        },
        "VIEW": {
            "are": "afferm annunci assicur auspic consigli consider critic dichiar denunci lament osserv pens raccomand ricord rimprover "
            "sottoline sper spieg stim immagin ipotizz precis segnal",
            "ere": "chied cred esig promett riten richied tem sosten pretend ammett riconosc",
            "isc": "sugger ribad prefer chiar",
        },
        "PRICE": {"are": "cost"},
        "TIME": {"are": "dur"},
        "SIZE": {"are": "misur pes"},
        "PARTS": {"ere": "comprend", "are": "signific"},
        "PURPOSE": {"ire": "serv"},
        "NOTHING": {
            "are": "super abit abitu accett affronta agit allag allontan ammal and arriv asciug aspett attravers aument balen bast bestemmi "
            "blocc brill cammin camp caval cominci continu convers consist cont cur decid divent entr emigr fabbr ferm funzion galleggi gioc gonfi "
            "gett gir grid guard inizi incontr inquina invecchi lavor manc miglior most mut naufrag not nuot parl part partecip pass "
            "permett pes pens pian port precipit pranz raffredd raddoppi rest ricominci ricord riform rimbombo rinunci ripos ritorn rivel rotola "
            "salv sap scapp schiarr scoppi sembr smont sogn spunt stamp suon sveglia tard tir torn tram tramont trem vari viaggi vol volt",
            "ere": "accad appart appars bev cad combatt conosc corr cresc dipend esist mett muov nasc permett piang piov possied rest resist riesc "
            "rimang rispond rid sced scend scorr sed succed tem tend viv",
            "ire": "avvert convert dorm divert fugg part pent sent sped",
            "isc": "ag appar cap colp dimagr diminu fall fer fior ingrand patisc pul reag spar sub toss obbed marc",
        },
    },
    "pt": {
        "OBJECT": {
            "ar": "abandon adot adubar ajud alarg alug amplia analis apag apoi apresent aprov aproveit arranj assin atribu autoriz avali "
            "bord busc calcul cancel cant captur carreg celebr cobr coloc compr concretiz conquist consegu conserv consert consult contrat control "
            "cort cri cuid cultiv danific dedic deix desenh descarreg despej destin detet doc dobr do edit elabor elimin empreg emprest encaminh "
            "encerr encontr encomend ensin entreg envi escolh escut estud exager examin export fabric fatur fech festej financ form fund ganh "
            "gast guard gui herd impuls inaugur inform instal invent lanç larg lav lev levant limp mand melhor mont mostr mud negoci nome "
            "observ ocup oper organiz ordenh pag patent pesc pint plant poup prepar present prolong public quebr queim realiz recolh recuper "
            "recus reforç reg registr rejeit renov repar represent requisit reserv respeit restaur retir salv seleccion selecion semea subsidi "
            "substitu supervision termin tir toc transform transmit transport trat troc us utiliz vend vigi",
            "er": "acend acolh bebe com conced defend escolh escrev estabelec estend favorec fornec mant oferec perd preench proteg receb recolh reconhec vend",
            "ir": "abr adquir cobr constru consum dirig distribu divid exib imprim inclu produz reduz reconstru repart sub substitu transmit un",
        },
        "VIEW": {
            "ar": "acredit acrescent afirm anunci argument assegur conclu consider critic declar dese denunci esper estim explic lament "
            "recomend reclam revel sublinh solicit receia rece",
            "er": "defend promet quer tem",
            "ir": "admit exig suger:suger ped:ped preven",
        },
        "PRICE": {"ar": "cust"},
        "TIME": {"ar": "dur demor"},
        "SIZE": {"ar": "pes", "ir": "med"},
        "ORIGIN": {"ar": "dat"},
        "PARTS": {"ar": "signific abrang", "er": "compreend", "ir": "inclu"},
        "NOTHING": {
            "ar": "acab acord actu aguent aliment and apanh apont arranc atravess atu aument baix baston bast brinc cas caminh cheg colabor "
            "come começ concord consist cont convers continu coloc d deit descans desgast dur entr escap est evolu falt ferm fic figur form "
            "funcion gost gir gan habit inici jog jog junt lembr lig lev log melhor mor nad not navega orden par particip pass pens "
            "peg pesc qued qued relat rest result reun ressalt salt sent sobr sonh sub tard termin tent tom toc trabalh trat trat viaj volt vol vot",
            "er": "acontec adoec amadurec amarelec apodrec aprend aparec aquec arrefec atend bat ced chov conhec corr cresc dev depend desaparec descend descer entend "
            "escurec esquec merec mex morr nasc ocorr permanec pertenc prend respond sofr tem viv",
            "ir": "acud assist cumpr decid desist discut divert dorm exist part permit resid ri reun sa sent segu serv sub surg sorr",
        },
    },
}

IRREGULAR: dict[str, dict[str, str]] = {
    "fr": {
        "HAVE": "a ont avait avaient eut eurent aura auront aurait auraient",
        "BE": "est sont était étaient fut furent sera seront serait seraient | été",
        "MUST": "doit doivent devait devaient devra devront dut durent devrait devraient",
        "MAY": "peut peuvent pouvait pouvaient pourra pourront put purent pourrait pourraient",
        "PURPOSE": "sert servent servait servaient servit servirent servira serviront",
        "PARTS": "comprend comprennent comprenait comprenaient contient contiennent contenait contenaient inclut incluent "
        "signifie signifient",
        "VIEW": "craint craignent craignait craignaient dit disent disait disaient promet promettent promit promettait prévoit "
        "prévoient prévoyait veut veulent voulait voulaient voudrait soutient soutiennent soutenait croit croient | craint promis "
        "prévu voulu soutenu dit",
        "OBJECT": "vend vendent vendait vendaient vendit vendra perd perdent perdit perdait perdra reçoit reçoivent reçut reçurent "
        "recevait recevra prend prennent prit prirent produit produisent produisit produisait construit construisent construisit "
        "offre offrent offrit offrait ouvre ouvrent ouvrit ouvrirent ouvrira écrit écrivent écrivit écrivait fait font fit firent "
        "faisait faisaient fera feront met mettent mit mirent mettra obtient obtiennent obtint apprend apprennent apprit découvre "
        "découvrit découvrent entretient détruit détruisent détruisit remet remit conduit conduisent conduisit réduit réduisent "
        "retient retiennent remplit paie paye paient | vendu perdu reçu pris produit construit offert ouvert écrit fait mis obtenu "
        "appris découvert détruit remis conduit réduit retenu rendu élu lu vu bu",
        "NOTHING": "va vont allait allaient alla allèrent ira iront vient viennent venait venaient vint vinrent viendra tient tiennent tenait "
        "tint part partent partit partait sort sortent sortit meurt meurent mourut moururent naît naquit vit vivent vivait vécut "
        "suit suivent suivait suivit sait savent savait sut voit voient voyait vit lit lisent lut connaît connaissent connut "
        "devient deviennent devint revient revint disparaît disparut permet permettent permit permettait attend attendent "
        "attendait attendit rend rendent rendit descend descendent descendit répond répondent répondit dépend dépendent suffit "
        "suffisent attire attirent convient dort dorment court courent courut plaint plaignent tombe accueille accueillent "
        "accueillit ralentit agit agissent finit choisit réussit grandit bat battent battit reste restent lève lèvent forme "
        "forment ferme ferment | venu parti mort né vécu suivi su connu devenu disparu permis attendu répondu",
    },
    "es": {
        "HAVE": "ha han había habían habrá habrán habría habrían hubo",
        "BE": "es son era eran fue fueron será serán sería serían está están estaba estaban estuvo estuvieron estará estarán "
        "| sido estado",
        "MUST": "debe deben debía debían deberá deberán debería deberían",
        "MAY": "puede pueden podía podían podrá podrán pudo pudieron podría podrían",
        "PURPOSE": "sirve sirven servía servían sirvió",
        "PARTS": "contiene contienen contenía comprende comprenden",
        "VIEW": "dice dicen dijo dijeron decía propone proponen propuso propusieron pide piden pidió pidieron quiere quieren quería "
        "querían quiso advierte advierten advirtió sostiene sostienen sostuvo prevé prevén teme | dicho propuesto pedido querido "
        "advertido previsto",
        "OBJECT": "hace hacen hizo hicieron hacía hacían hará harán da dan dio dieron daba dará tiene tienen tenía tenían tuvo "
        "tendrá pone ponen puso pusieron pondrá trae traen trajo trajeron obtiene obtienen obtuvo produce producen produjo "
        "produjeron traduce tradujo reduce redujo vende mantiene mantienen mantuvo construye construyen construyó elige eligen eligió oye | hecho dado "
        "puesto traído obtenido producido escrito abierto cubierto descubierto roto elegido visto",
        "NOTHING": "va van iba iban irá irán viene vienen vino venía venían vendrá sale salen salió cae caen cayó cayeron nace nacen sabe "
        "saben sabía supo hay oye siente sienten murió murieron muere dura abre abren conoce conocen sigue siguen siguió "
        "vale valen valía valdrá juega juegan durmió lee leen leyó leyeron ve ven vio vieron quedó vive viven | ido venido salido "
        "caído nacido sabido muerto vuelto visto leído",
    },
    "it": {
        "HAVE": "ha hanno aveva avevano ebbe ebbero avrà avranno avrebbe avrebbero",
        "BE": "è sono era erano fu furono sarà saranno sarebbe sarebbero viene vengono venne vennero verrà verranno | stato stata "
        "stati state",
        "MUST": "deve devono doveva dovevano dovrà dovranno dovette dovrebbe dovrebbero",
        "MAY": "può possono poteva potevano potrà potranno potrebbe potrebbero",
        "PURPOSE": "serve servono serviva servivano servì",
        "PARTS": "contiene contengono conteneva comprende comprendono include includono prevede prevedono",
        "ORIGIN": "risale risalgono risaliva risalivano",
        "VIEW": "dice dicono disse dissero diceva propone propongono propose proposero proponeva chiede chiedono chiese chiesero vuole "
        "vogliono voleva volevano vorrebbe vorrebbero sostiene sostengono sosteneva ritiene ritengono riteneva teme temono "
        "promise ammise riconosce concluse | detto proposto chiesto voluto sostenuto ritenuto promesso ammesso",
        "OBJECT": "fa fanno fece fecero faceva facevano farà faranno dà danno diede diedero dava darà mette mettono mise misero prende "
        "prendono prese presero tiene tengono tenne scrive scrisse scrissero vende vendette vinse perse persero produce producono "
        "produsse scelse scoprì lesse spese raccoglie raccolse possiede possiedono offre offrì offrono dipinse distrusse "
        "distrussero costruì ottiene ottenne apre aprì assunse redasse finanzia finanziano accetta accettò | fatto dato messo preso scritto letto venduto vinto perso "
        "prodotto scelto scoperto speso raccolto offerto dipinto distrutto ottenuto aperto assunto redatto reso chiuso",
        "NOTHING": "va vanno andò andarono andava andrà sta stanno stava stavano starà viene vengono veniva venne esce escono uscì sa "
        "sanno seppe sapeva nasce nacque nacquero muore muoiono morì vive vivono visse cade caddero cadde chiude chiudono chiuse "
        "chiusero rimane rimangono rimase rimasero permette permettono permise tengono terrà terranno svolge svolgono vale valgono valeva "
        "corre corse cresce crebbe toglie tolgono tolse scioglie sciolgono piove riunisce riunì sale salgono salì dorme dormono "
        "apparve apparvero comparve conobbe decise decisero rispose cuoce cuociono raggiunse scese trascorse costa raccolgono | venuto "
        "nato morto vissuto caduto rimasto permesso corso cresciuto tolto deciso risposto raggiunto sceso",
    },
    "pt": {
        "HAVE": "tinha tinham havia haviam teria teriam",
        "BE": "é são era eram foi foram será serão seria seriam está estão estava estavam esteve estiveram estará estarão | sido "
        "estado",
        "MUST": "deve devem devia deviam deverá deverão deveria deveriam",
        "MAY": "pode podem podia podiam pôde puderam poderá poderão poderia poderiam",
        "PURPOSE": "serve servem servia serviam serviu",
        "PARTS": "contém contêm continha inclui incluem incluía prevê preveem",
        "VIEW": "diz dizem disse disseram dizia propõe propõem propôs propuseram pede pedem pediu pediram quer querem queria queriam quis "
        "receia receiam receava sustenta sustentam sugere sugerem garante garantem teme temem | dito proposto pedido querido",
        "OBJECT": "faz fazem fez fizeram fazia fará dá dão deu deram dava põe põem pôs puseram traz trazem trouxe trouxeram tem têm teve tiveram "
        "terá obtém obtiveram obteve produz produzem produziu mantém mantêm manteve constrói constroem reduz lê leem leu vê veem "
        "viu compõe compõem ganhou aprovou | feito dado posto trazido produzido escrito aberto coberto descoberto pago gasto ganho "
        "aceite eleito",
        "NOTHING": "vai vão ia iam irá irão vem vêm veio vieram vinha virá sai saem saiu cai caem caiu caíram nasce nascem sabe sabem sabia soube "
        "há houve ouve sente morreu morre dura abre abrem abriu conhece segue seguem vale valem valia perde chega segue dorme "
        "colhe colhem vive vivem realiza decorre mede medem | ido vindo saído caído nascido sabido morto visto lido",
    },
}

ORDERS = {
    "es": "haga ponga tenga deje espere use abra cierre quite retire añada llame pida apague encienda compruebe vuelva siga ajuste "
    "mezcle corte coloque llene vacíe lave seque limpie gire apriete afloje saque meta eche corte cuente",
    "pt": "faça ponha tenha deixe espere use abra feche tire retire adicione chame peça apague acenda verifique volte siga ajuste "
    "misture corte coloque encha lave seque limpe gire aperte meta deite regue cubra prenda escolha",
}

NO_FORMS = {
    "fr": "entre outre contre",
    "es": "para entre sobre como nada viva soba bajo copia este esta cara casa cosa cerca",
    "it": "sala sede sapa acce muta verso conto",
    "pt": "para da dam dou esta este sobre entre como nada casa saia suba sae guia cerca",
}
"""Forms that are prepositions, or nouns oftener than verbs."""
